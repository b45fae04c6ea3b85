import type { JSX } from 'preact'
import { Icon } from '../../shared/components/icon.tsx'
import { Menu } from '../../shared/components/menu.tsx'
import { removeSessionKey } from '../../shared/session-key.ts'
import { callApi } from '../api/api-client.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/button.tsx'
import { Link } from '../components/link.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { useDeveloper, usePortal } from './portal-context.ts'
import { Preferences } from './preferences-form.tsx'
import { pathTo } from './route.ts'

/** Renders who is signed in, with a menu: the account, language and theme, and sign-out. */
export function UserMenu(): JSX.Element {
  const { common } = usePortal()
  const { name } = useDeveloper()
  const { isBusy, problem, run } = useSignOut()
  return (
    <div class="user-menu">
      <Menu
        label={`${common.user.menu}: ${name}`}
        button={
          <>
            <Icon name="user" />
            <span class="user-name">{name}</span>
            <Icon name="chevronDown" />
          </>
        }
      >
        <p class="quiet">
          {common.user.signedInAs}
          <br />
          <strong class="name">{name}</strong>
        </p>
        <Link to={pathTo('account')}>{common.nav.account}</Link>
        <Preferences />
        <ProblemNotice problem={problem} />
        <Button isBusy={isBusy} onClick={run}>
          {common.user.signOut}
        </Button>
      </Menu>
    </div>
  )
}

/** Returns the action that signs out and leads to the sign-in page. */
export function useSignOut(): {
  readonly isBusy: boolean
  readonly problem: ReturnType<typeof useAction>['problem']
  readonly run: () => void
} {
  const { navigate, reload } = usePortal()
  const { isBusy, problem, run } = useAction()
  return {
    isBusy,
    problem,
    run: () =>
      void run(async () => {
        await callApi('sign_in.out', {})
        removeSessionKey()
        navigate(pathTo('signIn'))
        await reload()
      }),
  }
}
