import { DATA_EXAMPLES } from '../src/dataset/transfer/data-examples.ts'
import {
  DATA_FILES,
  DATA_FILE_NAMES,
  type DataFileName,
} from '../src/dataset/transfer/data-files.ts'

/**
 * Returns the table of the data files: the content of a line, its keys, and what an import
 * replaces.
 */
export function dataFilesTable(): string {
  const rows = DATA_FILE_NAMES.map((name) => {
    const { description, keys, replaces, line } = DATA_FILES[name]
    const required = new Set<string>(line.required)
    const fields = Object.keys(line.properties)
      .filter((field) => field !== 'region')
      .map((field) => (required.has(field) ? `\`${field}\`` : `\`${field}\`?`))
    return [
      `[\`${name}.ndjson\`](dataset/${name}.schema.json)`,
      description,
      fields.join(', '),
      keys.map((key) => `\`${key}\``).join(', '),
      replaces,
    ]
  })
  const heading = ['File', 'A line is', 'Fields besides `region`', 'Keys', 'An import replaces']
  return [heading, heading.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Returns one example line of each data file. */
export function dataFileExamples(): string {
  return DATA_FILE_NAMES.map(
    (name) => `\`${name}.ndjson\`\n\n\`\`\`ndjson\n${JSON.stringify(DATA_EXAMPLES[name])}\n\`\`\``,
  ).join('\n\n')
}

/** Returns the JSON Schema (draft 7) of a line, as text. */
export function dataFileSchema(name: DataFileName): string {
  const { description, line } = DATA_FILES[name]
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `A line of ${name}.ndjson`,
    description: `${description[0]?.toUpperCase()}${description.slice(1)}.`,
    ...line,
  })
}
