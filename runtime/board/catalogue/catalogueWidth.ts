/** Known beside the catalogue itself, which is fetched later than the board makes room for it. */
export const CATALOGUE_WIDTH = 360;
