// The port of the simulator: the program imports nothing else of this folder. `npm test` checks it.
export { parseFaults, startSimulator, type Simulator } from './start-simulator.ts'
export {
  createSimulatorDemo,
  findSimulatorDataset,
  type SimulatorDataset,
} from './simulator-dataset.ts'
