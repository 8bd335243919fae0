/** Replaces the instrumentation of the router, which the platform does not use. */
export const getRouteInstrumentationUpdates = (): object => ({});

export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

export const instrumentClientSideRouter = <T>(router: T): T => router;
