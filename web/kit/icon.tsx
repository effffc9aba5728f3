/** Icons for states and actions, each with its own shape: 16 px, in the text color. */
const SHAPES = {
  back: (
    <>
      <path d="M6.5 3.5L3 7l3.5 3.5" />
      <path d="M3.2 7H10a3 3 0 0 1 0 6H8" />
    </>
  ),
  barred: (
    <>
      <circle cx="8" cy="8" r="5.25" />
      <path d="M4.3 11.7l7.4-7.4" />
    </>
  ),
  check: (
    <>
      <path d="M3 8.6l3.3 3.2L13 4.6" />
    </>
  ),
  checkpen: (
    <>
      <path d="M2 8.2l2.6 2.6L9 5.6" />
      <path d="M8.2 13.2l.5-2.1 4.6-4.6 1.6 1.6-4.6 4.6z" />
    </>
  ),
  circle: (
    <>
      <circle cx="8" cy="8" r="5.25" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </>
  ),
  cross: (
    <>
      <path d="M4 4l8 8M12 4l-8 8" />
    </>
  ),
  diff: (
    <>
      <path d="M8 2.5v6M5 5.5h6M5 12.5h6" />
    </>
  ),
  dotted: (
    <>
      <circle cx="8" cy="8" r="5.25" strokeDasharray="1.6 2.52" />
    </>
  ),
  down: (
    <>
      <path d="M4 6l4 4 4-4" />
    </>
  ),
  'down-triangle': (
    <>
      <path d="M8 12.5L3 4h10z" />
    </>
  ),
  eye: (
    <>
      <path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  flag: (
    <>
      <path d="M4 14V2.500h7.500L10 5.500l1.500 3H4" />
    </>
  ),
  folder: (
    <>
      <path d="M2 4.500a1 1 0 0 1 1-1h3.200l1.500 1.800H13a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z" />
    </>
  ),
  inbox: (
    <>
      <path d="M2.5 9.5l2-6h7l2 6v3.5h-11z" />
      <path d="M2.7 9.5H6l.8 1.5h2.4l.8-1.5h3.3" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.4v3.4M8 5.1v.1" />
    </>
  ),
  into: (
    <>
      <path d="M8.5 8H1.8M6.2 5.4L8.8 8l-2.6 2.6" />
      <path d="M8 2.5h5.5v11H8" />
    </>
  ),
  key: (
    <>
      <circle cx="5.200" cy="10.800" r="2.700" />
      <path d="M7.200 8.800l6-6M10.800 5.200l2 2" />
    </>
  ),
  left: (
    <>
      <path d="M10 4L6 8l4 4" />
    </>
  ),
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  mail: (
    <>
      <rect x="2" y="3.500" width="12" height="9" rx="1" />
      <path d="M2.300 4.300L8 8.700l5.700-4.400" />
    </>
  ),
  menu: (
    <>
      <path d="M2.5 4.5h11M2.500 8h11M2.500 11.500h11" />
    </>
  ),
  merge: (
    <>
      <path d="M4 2.5v3c0 2.5 4 2 4 5v3M12 2.5v3c0 2.5-4 2-4 5" />
    </>
  ),
  more: (
    <>
      <path d="M4 8v.01M8 8v.01M12 8v.01" strokeWidth="2" />
    </>
  ),
  out: (
    <>
      <path d="M6.500 2.500H3a.5.500 0 0 0-.5.500v10a.5.500 0 0 0 .5.500h3.500M6 8h7.500M10.800 5.200L13.500 8l-2.700 2.800" />
    </>
  ),
  pen: (
    <>
      <path d="M3 13l.7-2.900 7-7 2.200 2.200-7 7z" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.500" r="2.700" />
      <path d="M2.800 13.500c.5-2.700 2.500-4 5.200-4s4.700 1.300 5.200 4" />
    </>
  ),
  plus: (
    <>
      <path d="M8 3v10M3 8h10" />
    </>
  ),
  question: (
    <>
      <path d="M5.3 5.7a2.7 2.7 0 1 1 4 2.4c-.9.5-1.3 1-1.3 2" />
      <path d="M8 12.9v.1" />
    </>
  ),
  reply: (
    <>
      <path d="M6.500 4L3 7.500 6.500 11" />
      <path d="M3.200 7.500H9c2.500 0 4 1.500 4 4.500" />
    </>
  ),
  right: (
    <>
      <path d="M6 4l4 4-4 4" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="M10.2 10.2l3.3 3.3" />
    </>
  ),
  sheets: (
    <>
      <rect x="2.5" y="5" width="7.5" height="8.5" rx="1" />
      <path d="M6 2.5h6.5a1 1 0 0 1 1 1V11" />
    </>
  ),
  shield: (
    <>
      <path d="M8 2l5 1.8v3.9c0 3-2.1 5.1-5 6.3-2.9-1.2-5-3.3-5-6.3V3.8z" />
    </>
  ),
  sliders: (
    <>
      <path d="M2.5 5h6M12.5 5h1M2.5 11h1M7.5 11h6" />
      <circle cx="10.5" cy="5" r="1.9" />
      <circle cx="5.5" cy="11" r="1.9" />
    </>
  ),
  ticked: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="1.5" />
      <path d="M5 8.400l2.200 2.200L11.200 5.800" />
    </>
  ),
  triangle: (
    <>
      <path d="M8 2.6l6 10.6H2z" />
      <path d="M8 6.6v2.8M8 11.3v.1" />
    </>
  ),
  unticked: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="1.5" />
    </>
  ),
  up: (
    <>
      <path d="M8 3.5l5 8.5H3z" />
    </>
  ),
  upload: (
    <>
      <path d="M8 10.5V2.800M5 5.600L8 2.600l3 3M2.500 10v3a.5.500 0 0 0 .5.500h10a.5.500 0 0 0 .5-.5v-3" />
    </>
  ),
}

export type IconName = keyof typeof SHAPES

/** An icon next to a text; hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      className={className}
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {SHAPES[name]}
    </svg>
  )
}
