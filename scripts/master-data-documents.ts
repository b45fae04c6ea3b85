import { MASTER_EXAMPLES } from '../src/history/master-data/master-examples.ts'
import {
  MASTER_FILES,
  MASTER_FILE_NAMES,
  type MasterFileName,
} from '../src/history/master-data/master-files.ts'

/** Returns the table of the master-data files: the content of a line and its fields. */
export function masterFilesTable(): string {
  const rows = MASTER_FILE_NAMES.map((name) => {
    const { description, line } = MASTER_FILES[name]
    const required = new Set(line.required)
    const fields = Object.keys(line.properties)
      .filter((field) => field !== 'remove')
      .map((field) => (required.has(field) ? `\`${field}\`` : `\`${field}\`?`))
    return [`[\`${name}.ndjson\`](master-data/${name}.schema.json)`, description, fields.join(', ')]
  })
  const heading = ['File', 'A line is', 'Fields']
  return [heading, heading.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Returns one example line of each master-data file. */
export function masterFileExamples(): string {
  return MASTER_FILE_NAMES.map(
    (name) =>
      `\`${name}.ndjson\`\n\n\`\`\`ndjson\n${JSON.stringify(MASTER_EXAMPLES[name])}\n\`\`\``,
  ).join('\n\n')
}

/** Returns the JSON Schema (draft 7) of a line, as text. */
export function masterFileSchema(name: MasterFileName): string {
  const { description, line } = MASTER_FILES[name]
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `A line of ${name}.ndjson`,
    description: `${description[0]?.toUpperCase()}${description.slice(1)}. An import also accepts null, which removes a field.`,
    ...line,
  })
}
