import { z } from '#libraries/zod'
import { defineConfig } from '../config/config-group.ts'
import { setting } from '../config/setting.ts'

/** Declares the switch of the engine tuning. */
export const engineTuningConfig = defineConfig(
  {
    BACKLINE_ENGINE_TUNING: setting(
      'Whether the process tunes Node: flags, thread priorities, compile cache, forced garbage collection, and how sockets close. off helps to find out whether a fault comes from them.',
      z.enum(['on', 'off'], 'must be on or off'),
      'on',
    ),
  },
  (read) => ({ isEngineTuned: read('BACKLINE_ENGINE_TUNING') === 'on' }),
)
