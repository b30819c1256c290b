"""What a model is told of a world to predict the reply to one call, and the prompt made of it."""
