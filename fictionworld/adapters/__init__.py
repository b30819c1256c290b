"""Episodes inside the frameworks that people train and evaluate with; one file a framework."""
