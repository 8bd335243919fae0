/** An inline SVG for the catalogue, which needs no file. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="#cfe4f7"/><circle cx="258" cy="44" r="22" fill="#f5c443"/><path d="M0 180V122l92-30 108 34 120-38v92z" fill="#9cc5a1"/><g fill="#2b4c7e" stroke="#dfe9f5" stroke-width="2"><path d="M42 150l20-44h70l-20 44zM130 150l20-44h70l-20 44zM218 150l20-44h70l-20 44z"/></g></svg>`;

export const sampleImage = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;
