/** These texts are those of the schema studio, in English. */
export const enStudio = {
  'studio.notAdmin': 'Only an administrator of the platform may apply; you can export the file.',
};
