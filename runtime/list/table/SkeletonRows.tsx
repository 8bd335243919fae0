/** What comes, drawn as bones. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that all look the same
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells that all look the same
        <td key={column}>
          <span className="wd-list-bone" />
        </td>
      ))}
    </tr>
  ));
}
