/** The page that shows what is stored, in Chinese. */
export const zhStorage = {
  'storage.part': '占比',
};
