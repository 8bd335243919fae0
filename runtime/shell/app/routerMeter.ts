/** Takes the place of the router's meters of what it does, which nothing of ours reads. */
export const getRouteInstrumentationUpdates = (): object => ({});

export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

export const instrumentClientSideRouter = <T>(router: T): T => router;
