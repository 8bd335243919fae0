/** Separate from the catalogue, which is loaded after the board has made room for it. */
export const CATALOGUE_WIDTH = 360;
