/** All windows of one browser share the session cookie, so each notifies the others when it changes. */
export interface SessionMark {
  userId: number;
  tenantId: number;
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('EMS-session');

export function announceSession(session: SessionMark | null): void {
  channel?.postMessage(session && { userId: session.userId, tenantId: session.tenantId });
}

export function onSessionElsewhere(listener: (session: SessionMark | null) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionMark | null>) => listener(event.data));
}
