export const loadCellEditor = async () => ({ default: (await import('./CellEditor.tsx')).CellEditor });
