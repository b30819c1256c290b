// Wide tables scroll; the theme wraps them as the page loads, and a keyboard has to reach them.
addEventListener("load", () => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
});
// Where versions are listed, the name of the theme's button leaves out the version that it shows.
const header = document.querySelector(".md-header__title");
new MutationObserver((_, observer) => {
  const button = header.querySelector(".md-version__current");
  if (button === null) return;
  button.ariaLabel = `Version ${button.textContent}`;
  observer.disconnect();
}).observe(header, { childList: true, subtree: true });
