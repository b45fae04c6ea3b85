import type { MasterFileName } from './master-files.ts'

/** An example line of each master-data file, for the documentation. */
export const MASTER_EXAMPLES: Readonly<Record<MasterFileName, object>> = {
  'master-events': {
    region: 'jp',
    id: '2001',
    name: { ja: '港にともる灯', en: 'Lights over the Harbor' },
    bannerUrl: 'https://static.example/jp/events/2001.png',
    kind: 'marathon',
    runs: [{ startAt: '1782889200000', endAt: '1783494000000', resultsAt: '1783508400000' }],
    challenges: [{ challengeMusicId: '2301', musicId: '2201' }],
  },
  'master-songs': { region: 'jp', id: '2201', name: { ja: '夜明けの約束', en: 'Promise at Dawn' } },
  'master-cards': {
    region: 'jp',
    id: '2000140',
    name: { ja: '静かな灯台' },
    pictureUrl: 'https://static.example/jp/cards/2000140.png',
  },
  'master-support-cards': { region: 'jp', id: '2500022', name: { ja: '金平糖の時計' } },
  'master-gachas': {
    region: 'jp',
    id: '2401',
    name: { ja: '屋上のリハーサル' },
    startAt: '1782889200000',
    endAt: '1784098800000',
  },
  'master-arena-seasons': {
    region: 'jp',
    id: '2051',
    name: { ja: 'シーズン 51' },
    startAt: '1782889200000',
  },
}
