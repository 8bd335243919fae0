// Sets the chosen theme, or that of the system, before the first paint. A dark page must not flash white.
{
  let theme = null;
  try {
    theme = localStorage.getItem('EMS-theme');
  } catch {
    // Without storage no theme was chosen.
  }
  const isDark =
    theme === 'default' ? false : theme === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches;
  if (isDark) document.documentElement.dataset.theme = 'dark';
}
