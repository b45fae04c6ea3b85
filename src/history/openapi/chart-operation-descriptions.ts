import type { ChartOperationId } from '../api/public-operations.ts'
import type { PublicOperationDescription } from './public-operation-descriptions.ts'
import { NO_EVENT, NO_RANK, NO_RUN, NO_SONG } from './unknown-texts.ts'

const CHART =
  'Shows the history of the same ranks and range, with the shortest step that gives at most 2,000 values. A gap is a shaded ' +
  'band that no line crosses. Text uses bundled fonts, so the chart looks the same everywhere. Charts are cached; the ' +
  '`ETag` changes with new data.'

const EVENT_CHART =
  `${CHART} \`prediction=1\` adds where each rank is predicted to end, with both intervals. \`with\` adds other runs; the axis ` +
  'is then the time since the start of each, and the range is of the run of the chart.'

/** The descriptions of the operations that answer with a chart. */
export const CHART_DESCRIPTIONS: Readonly<Record<ChartOperationId, PublicOperationDescription>> = {
  'public.event.chart.png': {
    name: 'drawEventChart',
    tag: 'Charts',
    description: `PNG. ${EVENT_CHART}`,
    unknown: `${NO_EVENT} ${NO_RUN} ${NO_RANK}`,
  },
  'public.event.chart.svg': {
    name: 'drawEventChartInLines',
    tag: 'Charts',
    description: `SVG with text as outlines. ${EVENT_CHART}`,
    unknown: `${NO_EVENT} ${NO_RUN} ${NO_RANK}`,
  },
  'public.current.chart.png': {
    name: 'drawCurrentChart',
    tag: 'Charts',
    description: `PNG of the running event, else of the latest one that has started: a permanent URL for embedding. ${EVENT_CHART}`,
    unknown: `The region has no event yet (\`not_found\`). ${NO_RANK}`,
  },
  'public.current.chart.svg': {
    name: 'drawCurrentChartInLines',
    tag: 'Charts',
    description: `SVG of the running event, else of the latest one that has started. ${EVENT_CHART}`,
    unknown: `The region has no event yet (\`not_found\`). ${NO_RANK}`,
  },
  'public.music.chart.png': {
    name: 'drawMusicChart',
    tag: 'Charts',
    description: `PNG. ${CHART}`,
    unknown: `${NO_SONG} ${NO_RANK}`,
  },
  'public.music.chart.svg': {
    name: 'drawMusicChartInLines',
    tag: 'Charts',
    description: `SVG with text as outlines. ${CHART}`,
    unknown: `${NO_SONG} ${NO_RANK}`,
  },
  'public.challenge.chart.png': {
    name: 'drawChallengeChart',
    tag: 'Charts',
    description: `PNG. ${CHART}`,
    unknown: `${NO_SONG} ${NO_RANK}`,
  },
  'public.challenge.chart.svg': {
    name: 'drawChallengeChartInLines',
    tag: 'Charts',
    description: `SVG with text as outlines. ${CHART}`,
    unknown: `${NO_SONG} ${NO_RANK}`,
  },
}
