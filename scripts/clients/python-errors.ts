import { ERROR_CODES } from '../../src/platform/http/errors/service-error.ts'
import { PROBLEMS } from '../../src/platform/http/errors/problem.ts'
import { pythonName } from './python-text.ts'

/** Returns an exception class for each error code, and the table of all. */
export function pythonErrors(): string {
  const classes = ERROR_CODES.map(
    (code) => `class ${pythonName(code)}(BacklineError):\n    """${PROBLEMS[code].title}."""`,
  )
  const entries = ERROR_CODES.map((code) => `    "${code}": ${pythonName(code)},`)
  const table = ['_ERRORS: Dict[str, Type[BacklineError]] = {', ...entries, '}'].join('\n')
  return [...classes, table].join('\n\n\n')
}
