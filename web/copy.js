// SPDX-License-Identifier: GPL-3.0-or-later
// copy.js -- what pages of a report and lists share.

// Paper cannot unfold: what is folded stands there, too, and is folded again behind it. web/page.css says it to browsers that know how.
{
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details.fold:not([open])"));
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => opened.forEach((fold) => (fold.open = false)));
}

// Says that it copied: a button that does not is pressed again.
function copying(button, text) {
  const words = button.textContent;
  button.addEventListener("click", () => {
    const tell = (said) => {
      button.textContent = said;
      setTimeout(() => (button.textContent = words), 1500);
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text()).then(() => tell("copied"), () => tell("not allowed"));
    else tell("not allowed");
  });
  return button;
}
