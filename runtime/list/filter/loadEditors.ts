export const loadFilterEditor = async () => ({ default: (await import('./FilterEditor.tsx')).FilterEditor });

export const loadGroupEditor = async () => ({
  default: (await import('../../record/filter/FilterGroupEditor.tsx')).FilterGroupEditor,
});
