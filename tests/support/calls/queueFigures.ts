/** The figures of the queue for documents and tables, as the server reports them. */
interface QueueFigures {
  running: number;
  waiting: number;
  turns: number;
  left: number;
  refused: number;
}

/** Reads the figures for a kind of work. */
export async function queueFigures(url: string, kind: 'paper' | 'table'): Promise<QueueFigures> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const find = (name: string, labels: string): number =>
    Number(new RegExp(`^wattdeck_queue_${name}\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const total = (outcome: string) => find('total', `kind="${kind}",outcome="${outcome}"`);
  return {
    running: find('running', `kind="${kind}"`),
    waiting: find('waiting', `kind="${kind}"`),
    turns: total('turns'),
    left: total('left'),
    refused: total('refused'),
  };
}
