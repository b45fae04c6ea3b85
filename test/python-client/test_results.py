"""What a client makes of answers: defaults, ranks and ids that were asked for, parts, freshness, limits."""

import ast
import inspect
import pathlib
import typing
import unittest
from datetime import datetime, timezone
from urllib.parse import parse_qs, urlsplit

import backline
from scripted_server import answer, json_answer
from served_test import ServedTest


def list_asked(request, name):
    return parse_qs(urlsplit(request.target).query)[name]


class Defaults(ServedTest):
    def test_a_field_that_was_left_out_holds_its_default(self):
        message = {"announcement": {"title": "x"}}
        result, _ = self.ask(message, lambda client: client.get_announcement("jp", id="1"))
        filled = result.data["announcement"]
        self.assertEqual(
            [filled["title"], filled["body"], filled["sortOrder"], filled["startAt"], filled["category"]],
            ["x", "", 0, "0", "UNSPECIFIED"],
        )
        self.assertEqual(set(filled), set(typing.get_type_hints(backline.Announcement)))

    def test_a_message_that_was_left_out_stays_absent_and_a_list_is_empty(self):
        message = {"ranking": [{"rank": 1}, {"rank": 2, "deck": {"name": "d"}}], "maxRank": "9"}
        call = lambda client: client.get_arena_ranking(
            "jp", arena_season_id="1", ranking_start=1, ranking_end=2
        )
        rows = self.ask(message, call)[0].data["ranking"]
        self.assertEqual([rows[0]["deck"], rows[0]["profile"]], [None, None])
        self.assertEqual(rows[1]["deck"], {"id": 0, "name": "d", "totalPower": 0, "cards": []})

    def test_what_was_filled_in_is_shared_by_no_two_answers(self):
        client, _ = self.serve(
            lambda request, _: json_answer({"ranking": [{"profile": {"profileCard": {}}}, {"profile": {"profileCard": {}}}]})
        )
        rows = client.get_event_ranking("jp", event_id="1", ranks=[1]).data["ranking"]
        rows[0]["profile"]["profileCard"]["thumbnailUrl"].append("mine")
        again = client.get_event_ranking("jp", event_id="1", ranks=[1]).data["ranking"]
        for row in (rows[1], *again):
            self.assertEqual(row["profile"]["profileCard"]["thumbnailUrl"], [])

    def test_a_message_that_does_not_fit_is_no_answer(self):
        for message in (
            {"announcements": [5]}, {"announcements": [None]}, {"announcements": 7}, {"announcements": None},
            {"announcements": [{"title": 7}]}, {"announcements": [{"sortOrder": "1"}]},
            {"announcements": [{"sortOrder": True}]}, {"announcements": [{"title": None}]},
        ):
            for fill in (True, False):
                with self.subTest(message=message, fill=fill), self.assertRaises(backline.UnexpectedAnswer):
                    self.ask(message, lambda client: client.list_announcements("jp"), fill_defaults=fill)

    def test_maps_and_what_nobody_here_knows_are_kept(self):
        message = {"probabilities": {"7": {"lot": [{}]}}, "products": {"1": 0}, "newField": {"a": 1}}
        data = self.ask(message, lambda client: client.get_gacha_rates("jp", gacha_id="1"))[0].data
        self.assertEqual(data["probabilities"]["7"]["lot"], [{"lotId": "0", "probabilityPercent": ""}])
        self.assertEqual([data["products"], data["newField"]], [{"1": 0}, {"a": 1}])

    def test_without_filling_the_message_is_that_of_the_wire(self):
        message = {"circles": [{"circle": {"id": "9"}}]}
        result, _ = self.ask(message, lambda client: client.search_circles("jp"), fill_defaults=False)
        self.assertEqual(result.data, message)


class Asked(ServedTest):
    def test_every_rank_that_was_asked_for_is_there_with_its_rows_and_none_is_not_zero(self):
        message = {"ranking": [{"rank": 2, "point": 5}, {"rank": 2, "point": 5}, {"rank": 4}]}
        result, _ = self.ask(message, lambda client: client.get_event_ranking("jp", event_id=1, ranks=[4, 2, 3, 2]))
        self.assertEqual(list(result.by_rank), [2, 3, 4])
        self.assertEqual([[row["point"] for row in rows] for rows in result.by_rank.values()], [[5, 5], [], [0]])
        with self.assertRaises(KeyError):
            result.by_rank[1]

    def test_a_window_of_an_arena_board_is_held_against_its_ranks_too(self):
        call = lambda client: client.get_arena_ranking(
            "jp", arena_season_id="1", ranking_start="3", ranking_end="5"
        )
        result, requests = self.ask({"ranking": [{"rank": 4, "point": 7}]}, call)
        self.assertEqual({rank: len(rows) for rank, rows in result.by_rank.items()}, {3: 0, 4: 1, 5: 0})
        self.assertEqual(requests[0].target.count("bandId"), 0)

    def test_every_id_that_was_asked_for_is_there_and_an_unknown_one_is_none(self):
        message = {"players": [{"accountId": "7", "nickname": "n"}]}
        result, _ = self.ask(message, lambda client: client.get_players("jp", account_ids=["8", "007"]))
        self.assertEqual(list(result.by_id), ["8", "7"])
        self.assertIsNone(result.by_id["8"])
        self.assertEqual(result.by_id["7"]["nickname"], "n")

    def test_more_than_a_hundred_are_asked_for_in_parts_and_joined(self):
        for filled in (True, False):
            for count in (1, 100, 101, 250, 1_000):
                with self.subTest(count=count, filled=filled):
                    result, requests = self.board_of(count, filled)
                    self.assertEqual(len(requests), -(-count // 100))
                    self.assertEqual(len(result.request_ids), len(requests))
                    asked = [int(rank) for request in requests for rank in list_asked(request, "ranks")]
                    self.assertEqual(asked, list(range(1, count + 1)))
                    self.assertEqual([row["point"] for row in result.data["ranking"]], [n * 3 for n in asked])

    def test_the_freshness_of_parts_is_that_of_the_oldest(self):
        result, _ = self.board_of(250, True)
        self.assertEqual(result.freshness, backline.Freshness(fetched_at_ms=9_998, age_s=3, fresh_for_s=1))

    def test_a_board_of_which_nobody_holds_a_rank_is_empty_in_parts_too(self):
        for filled, data in ((True, {"ranking": []}), (False, {})):
            call = lambda client: client.get_event_ranking("jp", event_id="1", ranks=range(1, 151))
            result, _ = self.ask({}, call, fill_defaults=filled)
            self.assertEqual([result.data, any(result.by_rank.values())], [data, False])

    def board_of(self, count, filled):
        parts = []

        def script(request, _):
            ranks = [int(rank) for rank in list_asked(request, "ranks")]
            parts.append(ranks)
            rows = [{"rank": rank, "point": rank * 3} for rank in ranks]
            age = {"X-Fetched-At": str(10_001 - len(parts)), "Age": str(len(parts))}
            return json_answer(
                {"ranking": rows}, **age, **{"Cache-Status": f"backline; hit; ttl={4 - len(parts)}"}
            )

        client, server = self.serve(script, fill_defaults=filled)
        ranks = list(range(count, 0, -1))
        return client.get_event_ranking("jp", event_id="1", ranks=ranks), server.requests

    def test_what_would_lose_digits_or_ask_for_nothing_is_refused_before_it_is_asked(self):
        client, server = self.serve(lambda request, _: json_answer({}))
        for wrong, error in (
            (lambda: client.get_music_ranking("jp", music_id=1e18), TypeError),
            (lambda: client.get_music_ranking("jp", music_id=True), TypeError),
            (lambda: client.get_players("jp", account_ids="123"), TypeError),
            (lambda: client.get_players("jp", account_ids=[1.5]), TypeError),
            (lambda: client.get_players("jp", account_ids=[]), ValueError),
            (lambda: client.get_event_ranking("jp", event_id="1", ranks=[]), ValueError),
            (lambda: client.get_event_ranking("jp", event_id="1", ranks=5), TypeError),
        ):
            with self.assertRaises(error):
                wrong()
        self.assertEqual(server.requests, [])


class Asking(ServedTest):
    def test_optional_parameters_are_asked_with_only_when_they_are_given(self):
        call = lambda client: client.search_circles("jp", name="a b&c=ü", join_rule="AUTO", play_style=2)
        _, [request] = self.ask({}, call)
        self.assertEqual(
            request.target,
            "/api/open/v1/game/jp/circles/search?options.name=a%20b%26c%3D%C3%BC"
            "&options.joinRule=AUTO&options.playStyle=2",
        )
        _, [request] = self.ask({}, lambda client: client.list_announcements("kr"))
        self.assertEqual(request.target, "/api/open/v1/game/kr/announcements")

    def test_a_list_is_repeated_and_a_path_is_escaped(self):
        _, [request] = self.ask({}, lambda client: client.get_gacha_rates("jp", gacha_id=1, selected_pick_up=[3, "4"]))
        self.assertTrue(request.target.endswith("?gachaId=1&selectedPickUp=3&selectedPickUp=4"))
        with self.assertRaises(backline.UnexpectedAnswer):
            self.ask({}, lambda client: client.get_profile_card("../x", profile_id="a/b?c", page=1))

    def test_a_server_behind_a_path_is_asked_there(self):
        client, server = self.serve(lambda request, _: json_answer({}), path="/games/")
        client.get_favorites("jp", player_id="1")
        [request] = server.requests
        self.assertTrue(request.target.startswith("/games/api/open/v1/game/jp/profile/favorites?"))

    def test_freshness_and_limits_are_told(self):
        headers = {"X-Fetched-At": "1795175431000", "Age": "3", "Cache-Status": "backline; hit; ttl=12"}
        client, _ = self.serve(lambda request, _: json_answer({}, **headers))
        result = client.list_announcements("jp")
        self.assertEqual(result.freshness, backline.Freshness(1_795_175_431_000, 3, 12))
        self.assertEqual(result.freshness.fetched_at, datetime(2026, 11, 20, 11, 50, 31, tzinfo=timezone.utc))
        self.assertEqual(result.limits["minute"], backline.Limit(limit=300, remaining=299, resets_in_s=31))
        self.assertIsNone(result.limits["concurrency"].resets_in_s)

    def test_headers_that_somebody_between_has_spoilt_are_told_as_missing(self):
        for spoilt in ("", "x", '"minute";r=;t=1', '"minute";r=1', "-1", "9" * 40, '"minute";r=%s;t=1' % ("9" * 5_000)):
            names = ("Age", "Cache-Status", "RateLimit")
            client, _ = self.serve(lambda request, _: json_answer({}, **dict.fromkeys(names, spoilt)))
            result = client.list_announcements("jp")
            self.assertEqual(result.freshness, backline.Freshness(1_795_175_431_000, None, 0), spoilt)
            self.assertEqual(result.limits["minute"], backline.Limit(300, None, None), spoilt)

    def test_an_answer_without_the_headers_of_backline_is_not_one(self):
        for missing in ("X-Fetched-At", "RateLimit-Policy"):
            for value in (None, "x"):
                client, _ = self.serve(lambda request, _: json_answer({}, **{missing: value}))
                with self.subTest(missing=missing), self.assertRaises(backline.UnexpectedAnswer) as raised:
                    client.list_announcements("jp")
                self.assertFalse(raised.exception.retryable)

    def test_an_image_is_bytes_and_only_a_whole_png_is_one(self):
        png = b"\x89PNG\r\n\x1a\n----IEND\xaeB`\x82"
        for body, is_good in ((png, True), (png[:-2], False), (b"<html>", False), (b"", False)):
            client, _ = self.serve(lambda request, _: answer(body))
            if is_good:
                self.assertEqual(client.get_profile_card("jp", profile_id="1", page=1).data, body)
            else:
                with self.assertRaises(backline.UnexpectedAnswer):
                    client.get_profile_card("jp", profile_id="1", page=1)


class TheFile(unittest.TestCase):
    def test_runs_on_python_3_9(self):
        source = pathlib.Path(backline.__file__).read_text("utf-8")
        ast.parse(source, feature_version=(3, 9))

    def test_has_types_that_can_be_read_for_everything_public(self):
        for name, method in inspect.getmembers(backline.Client, inspect.isfunction):
            if not name.startswith("_"):
                typing.get_type_hints(method)
                self.assertTrue(method.__doc__, name)
        for name, one in inspect.getmembers(backline, inspect.isclass):
            if one.__module__ == "backline" and not name.startswith("_"):
                typing.get_type_hints(one)
                self.assertTrue(one.__doc__, name)


if __name__ == "__main__":
    unittest.main()
