/** Sends acknowledgements in the order in which messages arrived, although they are stored in any order. */

interface Receipt {
  send: (() => void) | null;
}

export interface Receipts {
  /**
   * Called when a message arrives. The returned function is called with the acknowledgement when the message is
   * stored.
   */
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
