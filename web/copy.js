// SPDX-License-Identifier: GPL-3.0-or-later
// copy.js -- what pages of a report and lists share.

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
