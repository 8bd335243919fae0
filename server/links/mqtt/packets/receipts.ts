/** Says of messages that they were taken, in the order in which they came, whichever is on disk first. */

interface Receipt {
  send: (() => void) | null;
}

export interface Receipts {
  /** A message came in; what it answers is called with what says that it was taken. */
  open(): (send: () => void) => void;
}

export function createReceipts(): Receipts {
  const waiting: Receipt[] = [];
  return {
    open() {
      const receipt: Receipt = { send: null };
      waiting.push(receipt);
      return (send) => {
        receipt.send = send;
        while (waiting[0]?.send) waiting.shift()!.send!();
      };
    },
  };
}
