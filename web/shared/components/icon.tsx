import type { JSX } from 'preact'

/** Strokes of each icon in a box of 24 by 24. */
const STROKES = {
  alert:
    'M12 8v5m0 3.5v.01M10.3 3.9 2.4 17.6A2 2 0 0 0 4.1 20.6h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z',
  archive: 'M3.5 4.5h17v4h-17zM5 8.5V19.5h14V8.5M10 12.5h4',
  arrowUp: 'M12 19V5m-6 6 6-6 6 6',
  calendar: 'M4 6.5h16v14H4zM4 10.5h16M8 3.5v4m8-4v4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronLeft: 'm14.5 6-6 6 6 6',
  chevronRight: 'm9.5 6 6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10.5v10.5H9zM5 15H4.5V4.5H15V5',
  download: 'M12 4v11m-5-4.5 5 5 5-5M5 20h14',
  link: 'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1',
  minus: 'M5 12h14',
  music: 'M9 18V5.5l11-2V16M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zm11-2a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  offline:
    'M3 3l18 18M8.5 16.4a5 5 0 0 1 5-1.2M5 12.5a10 10 0 0 1 4-2.3m4.4-.2a10 10 0 0 1 5.6 2.5M2 8.8a15 15 0 0 1 4.4-2.7m4.2-1A15 15 0 0 1 22 8.8M12 20v.01',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  share: 'M12 15V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  trophy:
    'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5v1.5A3.5 3.5 0 0 0 8 11m8-5h3.5v1.5A3.5 3.5 0 0 1 16 11m-4 3v3.5m-4 3h8m-6.5 0v-1a2 2 0 0 1 2-2h1a2 2 0 0 1 2 2v1',
  undo: 'M4 9.5h10a5 5 0 0 1 0 10H9M8 5.5l-4 4 4 4',
  user: 'M12 12.5a4.25 4.25 0 1 0 0-8.5 4.25 4.25 0 0 0 0 8.5zM4.5 20.5a7.5 7.5 0 0 1 15 0',
} as const

/** The name of an icon. */
export type IconName = keyof typeof STROKES

/** Renders an icon of the size and the color of the text; hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  )
}
