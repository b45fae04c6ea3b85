// What the page loads on demand once a board has predictions to show.
export { describeEnd } from './describe-end.ts'
export { loadPastPredictions, loadPrediction, PREDICTION_AGAIN_MS } from './load-prediction.ts'
export { newerOf } from './prediction.ts'
export { bandsOf } from './prediction-bands.ts'
export { PredictionNote } from './prediction-note.tsx'
export { PredictionPanel } from './prediction-panel.tsx'
