// A notification of the system when it is the reader's turn, if the reader asked for it.

export const notices = () => localStorage.getItem("notices") === "on" && "Notification" in window && Notification.permission === "granted";

/** Switches notifications on or off; the browser asks the reader first. */
export async function switchNotices() {
  const on = !notices() && "Notification" in window && (await Notification.requestPermission()) === "granted";
  localStorage.setItem("notices", on ? "on" : "off");
}

/** Notifies a reader who looks at something else. @param {string} text @param {string} table its id: a later notification replaces an earlier one */
export function notice(text, table) {
  if (!notices() || !document.hidden) return;
  const shown = new Notification("Brelan", { body: text, tag: table, icon: "/page/icon.svg" });
  shown.addEventListener("click", () => { focus(); shown.close(); });
}
