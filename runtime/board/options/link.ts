/** The option `link`: where the title of a widget leads. */
export interface LinkOption {
  to?: string;
  page?: string;
  station?: string;
}

/** The address inside the platform, or null: what is no path of ours is never followed. */
export function link_address(link: LinkOption | undefined): string | null {
  if (link?.to === 'page') return link.page && /^\/(?!\/)[^\\\s]*$/.test(link.page) ? link.page : null;
  // The board itself, of another station.
  return link?.to === 'station' && link.station ? `?${new URLSearchParams({ station: link.station })}` : null;
}
