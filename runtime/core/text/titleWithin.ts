/** Returns a title for use within a sentence: 'New customer', but 'New PCS'. */
export const titleWithin = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
