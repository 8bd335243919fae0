/** Replaces the router's instrumentation, which is not used. */
export const getRouteInstrumentationUpdates = (): object => ({});

export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

export const instrumentClientSideRouter = <T>(router: T): T => router;
