// Before the first paint: the chosen theme, or the system's, so that no white page flashes at night.
{
  let theme = null;
  try {
    theme = localStorage.getItem('EMS-theme');
  } catch {
    // No storage: the user chose nothing.
  }
  const isDark =
    theme === 'default' ? false : theme === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches;
  if (isDark) document.documentElement.dataset.theme = 'dark';
}
