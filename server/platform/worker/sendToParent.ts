/**
 * Sends a message to the parent process. Without a parent the message is lost silently. The empty callback prevents an
 * error that would end this process before its cleanup.
 */
export const sendToParent = (news: object): void => void process.send?.(news, undefined, {}, () => {});
