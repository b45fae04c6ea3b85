// The port of the demo: the program imports nothing else of this folder. `npm test` checks it.
export { findDemoKey, prepareDemo, type Demo } from './prepare-demo.ts'
export {
  createDemoDatasetFile,
  DEMO_PLAYERS_MAX,
  DEMO_PLAYERS_MIN,
  DEMO_SEED,
  demoTimetables,
  type DemoDatasetOptions,
  type DemoProgress,
  type DemoTimetable,
} from './demo-dataset-file.ts'
