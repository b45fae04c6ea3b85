import { ERROR_CODES } from '../../src/domain/service-error.ts'
import { PROBLEMS } from '../../src/http/problem.ts'
import { pythonName } from './python-text.ts'

/** An exception for each code of a refusal, and the table of them. */
export function pythonErrors(): string {
  const classes = ERROR_CODES.map(
    (code) => `class ${pythonName(code)}(BacklineError):\n    """${PROBLEMS[code].title}."""`,
  )
  const entries = ERROR_CODES.map((code) => `    "${code}": ${pythonName(code)},`)
  const table = ['_ERRORS: Dict[str, Type[BacklineError]] = {', ...entries, '}'].join('\n')
  return [...classes, table].join('\n\n\n')
}
