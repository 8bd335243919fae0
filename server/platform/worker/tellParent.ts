/**
 * Sends news to the parent process. If the parent is gone, the news are lost without an error. Without the last
 * argument Node would end this process before its cleanup.
 */
export const tellParent = (news: object): void => void process.send?.(news, undefined, {}, () => {});
