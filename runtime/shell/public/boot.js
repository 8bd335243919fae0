// Before the first paint: the remembered theme, so that no white page flashes at night.
try {
  const theme = localStorage.getItem('EMS-theme');
  if (theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the default theme.
}
