// The theme, light or dark. It follows the system's setting until the button is pressed.

function startTheme() {
  const button = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () =>
    (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const say = () => (button.textContent = isDark() ? "Light theme" : "Dark theme");
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    say();
  });
  system.addEventListener("change", say);
  say();
}
