/** A SCAP data stream with these benchmarks, whose namespaces its root declares, next to OVAL definitions. */
export function createDataStream(...benchmarks: string[]): string {
  const components = benchmarks.map((xml, index) => {
    const element = xml
      .replace(/^<\?.*?\?>\s*/, '')
      .replaceAll(/<(\/?)(?=[A-Za-z-]+[\s>/])(?!dc:)/g, '<$1xccdf:')
      .replace(/ xmlns="[^"]*"/, '')
      .replace(/ xmlns:dc="[^"]*"/, '')
    return `<ds:component id="c${index}" timestamp="2026-01-01T00:00:00">${element}</ds:component>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ds:data-stream-collection xmlns:ds="http://scap.nist.gov/schema/scap/source/1.2" xmlns:xccdf="http://checklists.nist.gov/xccdf/1.1" xmlns:dc="http://purl.org/dc/elements/1.1/" id="s">',
    '<ds:data-stream id="d"/><ds:component id="o"><oval xmlns="urn:oval"><definitions/></oval></ds:component>',
    ...components,
    '</ds:data-stream-collection>',
  ].join('\n')
}
