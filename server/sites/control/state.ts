/** How far a command to a device got. */
export type ControlState = 'requested' | 'acknowledged' | 'rejected' | 'expired';
