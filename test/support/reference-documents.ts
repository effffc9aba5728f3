import { zipSync, strToU8 } from 'fflate'

/** An entry of a sample CCI list; members are inserted into the XML as they are. */
export interface SampleCci {
  id?: string
  definition?: string
  status?: string
  types?: string[]
  /** Further elements. */
  more?: string
  /** Version and index of each reference to SP 800-53. */
  references?: [version: string, index: string][]
}

/** An XML document of a CCI list with invented entries. */
export function createCciXml(
  items: readonly SampleCci[] = [{}],
  { version = '2026-01-31', declaration = '<?xml version="1.0" encoding="utf-8"?>' } = {},
): string {
  return `${declaration}
<cci_list xmlns="http://iase.disa.mil/cci">
  <metadata><version>${version}</version><publishdate>${version}</publishdate></metadata>
  <cci_items>${items.map(formatItem).join('\n')}
  </cci_items>
</cci_list>`
}

function formatItem({
  id = 'CCI-000054',
  definition = 'The gateway limits how many sessions one pilot may open.',
  status = 'draft',
  types = ['technical'],
  more = '',
  references = [
    ['3', 'AC-10'],
    ['5', 'AC-10'],
  ],
}: SampleCci): string {
  const lines = references.map(([version, index]) => {
    const title = version === '3' ? 'NIST SP 800-53' : `NIST SP 800-53 Revision ${version}`
    return `<reference creator="NIST" title="${title}" version="${version}" location="http://harbor.example" index="${index}" />`
  })
  return `
    <cci_item id="${id}">
      <status>${status}</status>
      <publishdate>2026-01-01</publishdate>
      <contributor>Harbor office</contributor>
      <definition>${definition}</definition>
      ${types.map((type) => `<type>${type}</type>`).join('')}
      ${more}
      <references>${lines.join('')}</references>
    </cci_item>`
}

/** The bytes of a sample CCI list. */
export function createCciList(...args: Parameters<typeof createCciXml>): Uint8Array {
  return strToU8(createCciXml(...args))
}

/** A zip archive as publishers make it, with other files next to the list. */
export function createCciArchive(xml: Uint8Array = createCciList()): Uint8Array {
  return zipSync({
    'U_CCI_List/U_CCI_List.xml': xml,
    'U_CCI_List/readme.pdf': strToU8('%PDF-1.4 not read'),
    'U_CCI_List/cci.xsd': strToU8('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>'),
  })
}

/** An OSCAL catalog of invented controls. */
export function createOscalCatalog(controls: readonly object[] = [createOscalControl()]): object {
  return {
    catalog: {
      uuid: '7f0f1f2e-0000-4000-8000-000000000001',
      metadata: { title: 'Harbor catalog', version: '5.9.0', 'last-modified': '2026-01-02T03:04:05Z' },
      groups: [{ id: 'ac', class: 'family', title: 'Access of Harbors', controls }],
    },
  }
}

/** A control with an enhancement, parameters, items and a withdrawn enhancement. */
export function createOscalControl(members: object = {}): object {
  return {
    id: 'ac-10',
    title: 'Session Berths',
    params: [
      { id: 'ac-10_odp.01', label: 'account kinds' },
      { id: 'ac-10_odp.02', label: 'organization-defined number' },
      {
        id: 'ac-10_odp.03',
        select: {
          'how-many': 'one-or-more',
          choice: ['warn', 'close after {{ insert: param, ac-10_odp.02 }}'],
        },
      },
    ],
    props: [
      { name: 'label', value: 'AC-10' },
      { name: 'label', class: 'zero-padded', value: 'AC-10' },
    ],
    parts: [
      {
        name: 'statement',
        prose: 'For each of {{ insert: param, ac-10_odp.01 }}:',
        parts: [
          {
            name: 'item',
            props: [{ name: 'label', value: 'a.' }],
            prose: 'Limit berths to {{ insert: param, ac-10_odp.02 }}; and',
            parts: [{ name: 'item', props: [{ name: 'label', value: '1.' }], prose: 'count them.' }],
          },
          {
            name: 'item',
            props: [{ name: 'label', value: 'b.' }],
            prose: '{{ insert: param, ac-10_odp.03 }}.',
          },
        ],
      },
      { name: 'guidance', prose: 'Pilots often open two berths. See [AC-2](#ac-2).' },
      { name: 'assessment-objective', prose: 'Not shown.' },
    ],
    controls: [
      {
        id: 'ac-10.1',
        title: 'Night Berths',
        props: [{ name: 'status', value: 'withdrawn' }],
        links: [{ rel: 'incorporated-into', href: '#ac-10_smt.a' }],
      },
    ],
    ...members,
  }
}

/** The bytes of a JSON document. */
export function toJsonBytes(document: object): Uint8Array {
  return strToU8(JSON.stringify(document))
}
