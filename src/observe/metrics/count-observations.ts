import { CLIENT_LEFT } from '../../domain/client-left.ts'
import type { Observe, RequestAnswered } from '../../domain/observation.ts'
import { STAGES } from '../../domain/stage.ts'
import type { Counts } from './create-counts.ts'

/** Adds what is observed to the counts. The only thing that does. */
export function countObservations(counts: Counts): Observe {
  const { counter } = counts
  const countRequest = requestCounter(counts)
  const calls = counter('backline_gateway_calls_total')
  const callDurations = counts.histogram('backline_gateway_call_duration_seconds')
  const refusals = counter('backline_gateway_refusals_total')
  const retries = counter('backline_gateway_retries_total')
  const breakerChanges = counter('backline_gateway_breaker_changes_total')
  const fieldsDropped = counter('backline_gateway_fields_dropped_total')
  const clockAhead = counter('backline_gateway_clock_ahead_total')
  const storeChanges = counter('backline_store_changes_total')
  const snapshots = counter('backline_snapshots_total')
  const shed = counter('backline_requests_shed_total')
  const lookUpsRefused = counter('backline_key_look_ups_refused_total').at()
  const connectionsRefused = counter('backline_connections_refused_total').at()
  const unknown = counter('backline_quota_outcomes_unknown_total').at()
  const raised = counter('backline_quota_counts_raised_total').at()
  const evictions = counter('backline_cache_evictions_total').at()
  const faults = counter('backline_faults_total').at()
  const slots = counter('backline_quota_slots_dropped_total').at()
  const datasets = counter('backline_dataset_changes_total').at()

  return (observation) => {
    switch (observation.type) {
      case 'request.answered':
        return countRequest(observation)
      case 'gateway.called': {
        const { region, operation, outcome, durationMs } = observation
        calls.at(region, operation, outcome).value += 1
        return callDurations.at(region).add(durationMs / 1_000)
      }
      case 'gateway.refused':
        refusals.at(observation.region, observation.reason).value += 1
        return
      case 'gateway.retried':
        retries.at(observation.region).value += 1
        return
      case 'gateway.breaker':
        breakerChanges.at(observation.region, observation.state).value += 1
        return
      case 'gateway.fields_dropped':
        fieldsDropped.at(observation.region).value += observation.count
        return
      case 'gateway.clock_ahead':
        clockAhead.at(observation.region).value += 1
        return
      case 'store.changed':
        storeChanges.at(observation.store, observation.state).value += 1
        return
      case 'snapshot.taken': {
        const { region, kind, isNew } = observation
        snapshots.at(region, kind, isNew ? 'taken' : 'same').value += 1
        return
      }
      case 'snapshot.gap':
        snapshots.at(observation.region, observation.kind, observation.reason).value += 1
        return
      case 'load.shed':
        shed.at(observation.overload).value += 1
        return
      case 'keys.look_up_refused':
        lookUpsRefused.value += 1
        return
      case 'connection.refused':
        connectionsRefused.value += 1
        return
      case 'quota.outcome_unknown':
        unknown.value += 1
        return
      case 'quota.counts_raised':
        raised.value += 1
        return
      case 'cache.evicted':
        evictions.value += 1
        return
      case 'fault':
        faults.value += 1
        return
      case 'quota.slot_dropped':
        slots.value += 1
        return
      case 'dataset.changed':
        datasets.value += 1
        return
      default:
    }
  }
}

function requestCounter(counts: Counts): (answered: RequestAnswered) => void {
  const requests = counts.counter('backline_requests_total')
  const durations = counts.histogram('backline_request_duration_seconds')
  const stages = counts.histogram('backline_stage_duration_seconds')
  // Looked up once: every request passes these.
  const stageSpreads = STAGES.map((stage) => [stage, stages.at(stage)] as const)
  const cut = counts.counter('backline_replies_cut_total').at()
  const admissions = counts.counter('backline_admissions_total')
  const answers = counts.counter('backline_answers_total')
  const ages = counts.histogram('backline_answer_age_seconds')

  return (answered) => {
    const { operation, region, code, status, violated, cache, ageMs } = answered
    const { stagesMs, complete, durationMs } = answered
    const left = status === CLIENT_LEFT
    requests.at(operation, region, left ? 'client_left' : (code ?? 'ok')).value += 1
    durations.at(operation).add(durationMs / 1_000)
    if (!complete && !left) cut.value += 1
    if (stagesMs !== undefined) {
      for (const [stage, spread] of stageSpreads) {
        const ms = stagesMs[stage]
        if (ms !== undefined) spread.add(ms / 1_000)
      }
    }
    if (violated === undefined) {
      if (stagesMs?.admit !== undefined && code === 'unavailable') {
        admissions.at('undecided').value += 1
      }
    } else if (violated.length === 0) {
      admissions.at('admitted').value += 1
    } else {
      for (const limit of violated) admissions.at(limit).value += 1
    }
    if (cache !== undefined) answers.at(cache).value += 1
    if (ageMs !== undefined) ages.at(operation).add(ageMs / 1_000)
  }
}
