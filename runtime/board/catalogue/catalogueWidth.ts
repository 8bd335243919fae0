/** In its own file, because the board reserves this width before the catalogue is loaded. */
export const CATALOGUE_WIDTH = 360;
