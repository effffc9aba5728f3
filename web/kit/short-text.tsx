/** Shows a text without the beginning that the list shares; screen readers and the tooltip get the full text. */
export function ShortText({ text, start }: { text: string; start: string }) {
  if (start === '' || !text.startsWith(start) || text.length === start.length) return <bdi>{text}</bdi>
  return (
    <bdi title={text}>
      <span className="visually-hidden shared-start">{start}</span>
      <span aria-hidden="true">…</span>
      {text.slice(start.length)}
    </bdi>
  )
}
