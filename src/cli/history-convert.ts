import type { Command } from 'commander'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { isRegion, REGIONS } from '../game/region.ts'
import { REJECTION_REASONS, SKIP_REASONS } from '../history/imports/csv/conversion-report.ts'
import {
  convertCsv,
  type ConvertedCsv,
  type CsvConversion,
} from '../history/imports/csv/convert-csv.ts'
import { isTimeZone, parseCsvTime } from '../history/imports/csv/parse-csv-time.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'
import { INT64_MAX, INT64_MIN } from '../platform/int64.ts'
import { systemPlatform } from '../platform/platform.ts'
import { readDurationMs } from './options/option-values.ts'
import { UsageError } from './output/explain-error.ts'
import { countOfText, countText, print, printJson } from './output/print.ts'

interface ConvertOptions {
  readonly region: string
  readonly event: string
  readonly name?: string
  readonly starts: string
  readonly ends: string
  readonly out: string
  readonly zone?: string
  readonly timeColumn?: string
  readonly rankColumn?: string
  readonly pointsColumn?: string
  readonly eventColumn?: string
  readonly mergeWithin: string
  readonly gapAfter: string
  readonly skipRefused?: true
  readonly json?: true
}

/** Adds `backline history convert`, which turns CSV files into files that an import accepts. */
export function addHistoryConvert(history: Command): void {
  history
    .command('convert <csv...>')
    .description(
      'convert CSV files with the cutoffs of one event into export files, to import them',
    )
    .requiredOption('--region <region>', `the region of the event: ${REGIONS.join(', ')}`)
    .requiredOption('--event <id>', 'the id of the event')
    .requiredOption('--starts <time>', 'the start of the event, in any form of the files')
    .requiredOption('--ends <time>', 'its end')
    .requiredOption('--out <dir>', 'the folder to write into')
    .option('--name <text>', 'the name of the event')
    .option('--zone <name>', 'the time zone of times without one, such as Asia/Tokyo')
    .option('--time-column <name>', 'the column of times, if it is not recognized')
    .option('--rank-column <name>', 'the column of ranks of a file with a row for each rank')
    .option('--points-column <name>', 'its column of points')
    .option('--event-column <name>', 'the column of event ids of a file with several events')
    .option('--merge-within <duration>', 'merge times that are this close into one snapshot', '0s')
    .option('--gap-after <duration>', 'write longer periods without values as gaps', '6h')
    .option('--skip-refused', 'write files although values were refused')
    .option('--json', 'print JSON')
    .action(async (paths: string[], options: ConvertOptions) => {
      const conversion = readConversion(options)
      lowerPriority()
      const sources = paths.map((path) => ({
        name: basename(path),
        read: () => createReadStream(path),
      }))
      const converted = await convertCsv(sources, options.out, conversion)
      if (options.json === true) printJson(jsonOf(converted))
      else report(converted, options.out)
      if (converted.report.rejections > 0 || converted.files.length === 0) process.exitCode = 1
    })
}

function readConversion(options: ConvertOptions): CsvConversion {
  const { region, event: id, name, zone } = options
  if (!isRegion(region)) {
    throw new UsageError(`Unknown region "${region}". Use one of ${REGIONS.join(', ')}.`)
  }
  if (!isEventId(id)) throw new UsageError('--event takes the id of an event: a 64-bit integer.')
  if (zone !== undefined && !isTimeZone(zone)) {
    throw new UsageError(`Unknown time zone "${zone}". Use a name such as Asia/Tokyo or UTC.`)
  }
  const startsAtMs = readTime(options.starts, '--starts', zone)
  const endsAtMs = readTime(options.ends, '--ends', zone)
  if (startsAtMs >= endsAtMs) throw new UsageError('--ends must be later than --starts.')
  return {
    event: { region, id, name, startsAtMs, endsAtMs },
    columns: {
      time: options.timeColumn,
      rank: options.rankColumn,
      points: options.pointsColumn,
      event: options.eventColumn,
    },
    zone,
    nowMs: systemPlatform.clock.nowMs(),
    mergeMs: readDurationMs(options.mergeWithin, '--merge-within', 0),
    gapMs: readDurationMs(options.gapAfter, '--gap-after'),
    skipsRejected: options.skipRefused === true,
  }
}

function isEventId(text: string): boolean {
  if (!/^(?:0|-?[1-9][0-9]{0,18})$/.test(text)) return false
  return BigInt(text) >= INT64_MIN && BigInt(text) <= INT64_MAX
}

function readTime(text: string, option: string, zone: string | undefined): number {
  const time = parseCsvTime(text, zone)
  if (typeof time === 'number') return time
  throw new UsageError(`${option}: ${time.problem}.`)
}

function report({ report: counts, files, snapshots, gaps }: ConvertedCsv, folder: string): void {
  for (const problem of counts.problems) process.stderr.write(`${problem}\n`)
  if (counts.unlistedProblems > 0) {
    process.stderr.write(`Problems that are not listed: ${countText(counts.unlistedProblems)}.\n`)
  }
  for (const column of counts.ignoredColumns) print(`Ignored the column ${column}.`)
  print(`Read ${countOfText(counts.values, 'value')} in ${countOfText(counts.rows, 'row')}.`)
  for (const text of reasonTexts(counts.skipped, SKIP_REASONS)) print(`Left out ${text}.`)
  for (const text of reasonTexts(counts.rejected, REJECTION_REASONS)) print(`Refused ${text}.`)
  if (files.length > 0) {
    print(
      `Wrote ${countOfText(counts.converted, 'value')} as ${countOfText(snapshots, 'snapshot')} and ` +
        `${countOfText(gaps, 'gap')} into ${countOfText(files.length, 'file')}. Import them: backline history import ${folder}`,
    )
  } else if (counts.rejections > 0) {
    print('Wrote nothing. Correct the refused values, or leave them out with --skip-refused.')
  } else {
    print('Wrote nothing: no value is left. Check --event, --starts and --ends.')
  }
}

function reasonTexts<Reason extends string>(
  counts: ReadonlyMap<Reason, number>,
  texts: Readonly<Record<Reason, readonly [noun: string, rest: string]>>,
): readonly string[] {
  return [...counts].map(([reason, count]) => {
    const [noun, rest] = texts[reason]
    return `${countOfText(count, noun)} ${rest}`.trimEnd()
  })
}

function jsonOf({ report: counts, files, snapshots, gaps }: ConvertedCsv) {
  const { rows, values, converted, skipped, rejected, problems, ignoredColumns } = counts
  return {
    rows,
    values,
    converted: files.length > 0 ? converted : 0,
    skipped: Object.fromEntries(skipped),
    refused: Object.fromEntries(rejected),
    problems,
    ignoredColumns,
    snapshots,
    gaps,
    files,
  }
}
