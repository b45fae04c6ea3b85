import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting } from '../platform/config/setting.ts'

/** Declares the maximum list lengths of the embedded dataset. */
export const datasetConfig = defineConfig(
  {
    BACKLINE_ARENA_RANKS_MAX: setting(
      'Maximum width of an arena window, in ranks.',
      count(1, 100_000),
      '10000',
    ),
    BACKLINE_BOARD_ROWS: setting(
      'Maximum rows of a song or challenge board.',
      count(1, 10_000),
      '100',
    ),
    BACKLINE_SEARCH_RESULTS: setting('Maximum circles in a search result.', count(1, 10_000), '50'),
    BACKLINE_ANNOUNCEMENTS: setting('Maximum announcements in a list.', count(1, 10_000), '200'),
  },
  (read) => ({
    arenaRanksMax: read('BACKLINE_ARENA_RANKS_MAX'),
    sizes: Object.freeze({
      boardRows: read('BACKLINE_BOARD_ROWS'),
      searchResults: read('BACKLINE_SEARCH_RESULTS'),
      announcements: read('BACKLINE_ANNOUNCEMENTS'),
    }),
  }),
)

/** The value of {@link datasetConfig}. */
export type DatasetConfig = ConfigOf<typeof datasetConfig>
