// Generated from the contract by `npm run generate`. Do not edit.

import type { OperationEntry, PagesEntry } from '../operation-entry.ts'

const publicPhase = { startsAt: '0' }

const publicChallengeSong = { challengeMusicId: '0' }

const publicEventSources = {}

const publicEvent = {
  region: '',
  id: '0',
  run: 0,
  startsAt: '0',
  endsAt: '0',
  phases: [publicPhase],
  challenges: [publicChallengeSong],
  sources: publicEventSources,
}

const publicArenaSeason = { id: '0' }

const publicGachaSources = {}

const publicGacha = { sources: publicGachaSources }

const publicName = { id: '0' }

const publicCard = { id: '0' }

const publicHolder = { id: '', name: '', card: publicCard }

const publicRow = { rank: 0, points: 0, holders: [publicHolder] }

const publicSnapshot = { fetchedAt: '0', rows: [publicRow], unheld: [0], final: false }

const publicRunResult = { event: publicEvent, snapshot: publicSnapshot }

const publicSong = { id: '0' }

const publicGap = { from: '0', failures: 0 }

const publicWatch = { id: '0', cadenceMs: 0, ranks: [0], snapshots: 0, gap: publicGap }

const publicEntry = { rows: [publicRow], unheld: [0], gap: publicGap }

const publicAnomaly = { at: '0', rank: 0, before: 0, after: 0 }

const publicReading = { fetchedAt: '0', points: 0 }

const publicRankSpeed = {
  rank: 0,
  'perHour?unknown': 0,
  first: publicReading,
  last: publicReading,
  'spanMs?unknown': 0,
}

const publicPlayerEntry = { fetchedAt: '0' }

const publicComparedRun = { event: publicEvent, entries: [publicEntry], notWatched: [0] }

const publicInterval = { low: 0, high: 0 }

const publicPredictedRank = {
  rank: 0,
  points: 0,
  value: 0,
  interval50: publicInterval,
  interval90: publicInterval,
  result: 0,
  errorPermille: 0,
}

const publicPrediction = {
  madeAt: '0',
  snapshotAt: '0',
  endsAt: '0',
  version: 0,
  pastRuns: 0,
  medianErrorPermille: 0,
  ranks: [publicPredictedRank],
}

const publicPredictionAccuracy = {
  elapsedPercent: 0,
  rank: 0,
  runs: 0,
  predictions: 0,
  medianErrorPermille: 0,
  inside50Percent: 0,
  inside90Percent: 0,
}

const publicExportFile = {
  day: '',
  file: '',
  sha256: '',
  bytes: 0,
  snapshots: 0,
  from: '0',
  until: '0',
}

const publicWatchStatus = { id: '0', snapshots: 0, failures: 0, readings: 0, gaps: [publicGap] }

const publicCallOutcome = { outcome: '', calls: 0 }

const publicGatewayCalls = { since: '0', outcomes: [publicCallOutcome] }

/** The path prefix of the public API; the region is the next segment. */
export const PUBLIC_PREFIX = '/api/public/v1/game/'

/** The path of the live stream behind the region. */
export const LIVE_PATH = '/live'

/** Every other public operation, by its id without `public.`. */
export const PUBLIC_OPERATIONS = {
  'events.list': { path: '/events', shape: { events: [publicEvent] } },
  'events.current': { path: '/events/current', shape: { events: [publicEvent] } },
  'events.get': { path: '/events/{eventId}', shape: { events: [publicEvent] } },
  calendar: {
    path: '/calendar',
    shape: {
      from: '0',
      until: '0',
      events: [publicEvent],
      challenges: [publicChallengeSong],
      arenaSeasons: [publicArenaSeason],
      gachas: [publicGacha],
    },
  },
  names: { path: '/names', shape: { names: [publicName] } },
  'event.cutoffs': {
    path: '/events/{eventId}/cutoffs',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'event.cutoffsAt': {
    path: '/events/{eventId}/cutoffs/at/{time}',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'event.history': {
    path: '/events/{eventId}/history',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      step: '',
      entries: [publicEntry],
      notWatched: [0],
      anomalies: [publicAnomaly],
      anomaliesOmitted: 0,
    },
  },
  'event.speed': {
    path: '/events/{eventId}/speed',
    shape: { event: publicEvent, ranks: [publicRankSpeed], gaps: [publicGap] },
  },
  'event.comparison': {
    path: '/events/{eventId}/comparison',
    shape: { step: '', runs: [publicComparedRun] },
  },
  'event.player': {
    path: '/events/{eventId}/players/{playerId}',
    shape: {
      event: publicEvent,
      player: publicHolder,
      step: '',
      entries: [publicPlayerEntry],
      gaps: [publicGap],
    },
  },
  'event.chart.png': { path: '/events/{eventId}/chart.png' },
  'event.chart.svg': { path: '/events/{eventId}/chart.svg' },
  'current.chart.png': { path: '/events/current/chart.png' },
  'current.chart.svg': { path: '/events/current/chart.svg' },
  'music.chart.png': { path: '/music/{musicId}/chart.png' },
  'music.chart.svg': { path: '/music/{musicId}/chart.svg' },
  'challenge.chart.png': { path: '/challenges/{challengeMusicId}/chart.png' },
  'challenge.chart.svg': { path: '/challenges/{challengeMusicId}/chart.svg' },
  'event.predictions': {
    path: '/events/{eventId}/predictions',
    shape: {
      event: publicEvent,
      prediction: publicPrediction,
      notWatched: [0],
      accuracy: [publicPredictionAccuracy],
    },
  },
  'event.predictionHistory': {
    path: '/events/{eventId}/predictions/history',
    shape: { event: publicEvent, predictions: [publicPrediction], notWatched: [0], nextFrom: '0' },
  },
  'current.predictions': {
    path: '/events/current/predictions',
    shape: {
      event: publicEvent,
      prediction: publicPrediction,
      notWatched: [0],
      accuracy: [publicPredictionAccuracy],
    },
  },
  'current.predictionHistory': {
    path: '/events/current/predictions/history',
    shape: { event: publicEvent, predictions: [publicPrediction], notWatched: [0], nextFrom: '0' },
  },
  'results.list': { path: '/results', shape: { results: [publicRunResult] } },
  'current.cutoffs': {
    path: '/events/current/cutoffs',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'current.cutoffsAt': {
    path: '/events/current/cutoffs/at/{time}',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'current.history': {
    path: '/events/current/history',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      step: '',
      entries: [publicEntry],
      notWatched: [0],
      anomalies: [publicAnomaly],
      anomaliesOmitted: 0,
    },
  },
  'current.speed': {
    path: '/events/current/speed',
    shape: { event: publicEvent, ranks: [publicRankSpeed], gaps: [publicGap] },
  },
  'current.comparison': {
    path: '/events/current/comparison',
    shape: { step: '', runs: [publicComparedRun] },
  },
  'music.board': {
    path: '/music/{musicId}/board',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'music.boardAt': {
    path: '/music/{musicId}/board/at/{time}',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'music.history': {
    path: '/music/{musicId}/history',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      step: '',
      entries: [publicEntry],
      notWatched: [0],
      anomalies: [publicAnomaly],
      anomaliesOmitted: 0,
    },
  },
  'challenge.board': {
    path: '/challenges/{challengeMusicId}/board',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'challenge.boardAt': {
    path: '/challenges/{challengeMusicId}/board/at/{time}',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      snapshot: publicSnapshot,
      gap: publicGap,
      watch: publicWatch,
    },
  },
  'challenge.history': {
    path: '/challenges/{challengeMusicId}/history',
    shape: {
      event: publicEvent,
      song: publicSong,
      challenge: publicChallengeSong,
      step: '',
      entries: [publicEntry],
      notWatched: [0],
      anomalies: [publicAnomaly],
      anomaliesOmitted: 0,
    },
  },
  watches: { path: '/watches', shape: { watches: [publicWatch] } },
  status: {
    path: '/status',
    shape: { since: '0', watches: [publicWatchStatus], gatewayCalls: publicGatewayCalls },
  },
  'feed.events.atom': { path: '/feeds/events.atom' },
  'feed.events.json': { path: '/feeds/events.json' },
  'feed.events.calendar': { path: '/feeds/events.ics' },
  'feed.announcements.atom': { path: '/feeds/announcements.atom' },
  'feed.announcements.json': { path: '/feeds/announcements.json' },
  'exports.list': { path: '/exports', shape: { files: [publicExportFile] } },
  'exports.file': { path: '/exports/{file}' },
} as const satisfies Readonly<Record<string, OperationEntry>>

/** The methods that yield the items of all pages. */
export const PAGED_OPERATIONS: Readonly<Record<string, PagesEntry>> = {
  'events.iterList': {
    entry: PUBLIC_OPERATIONS['events.list'],
    items: 'events',
    next: 'nextBefore',
    parameter: 'before',
  },
  'event.iterHistory': {
    entry: PUBLIC_OPERATIONS['event.history'],
    items: 'entries',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
  'event.iterPlayer': {
    entry: PUBLIC_OPERATIONS['event.player'],
    items: 'entries',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
  'event.iterPredictionHistory': {
    entry: PUBLIC_OPERATIONS['event.predictionHistory'],
    items: 'predictions',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
  'current.iterPredictionHistory': {
    entry: PUBLIC_OPERATIONS['current.predictionHistory'],
    items: 'predictions',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
  'results.iterList': {
    entry: PUBLIC_OPERATIONS['results.list'],
    items: 'results',
    next: 'nextBefore',
    parameter: 'before',
  },
  'current.iterHistory': {
    entry: PUBLIC_OPERATIONS['current.history'],
    items: 'entries',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
  'music.iterHistory': {
    entry: PUBLIC_OPERATIONS['music.history'],
    items: 'entries',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
  'challenge.iterHistory': {
    entry: PUBLIC_OPERATIONS['challenge.history'],
    items: 'entries',
    next: 'nextFrom',
    parameter: 'from',
    ofRun: PUBLIC_OPERATIONS['event.history'],
  },
}
