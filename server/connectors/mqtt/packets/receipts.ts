/** Acknowledges messages in the order of arrival, whichever is on disk first. */

interface Receipt {
  send: (() => void) | null;
}

export interface Receipts {
  /** Called when a message arrives. The returned function takes the function that acknowledges it. */
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
