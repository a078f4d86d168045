"""Games as environments of PettingZoo, for `brelan.env`."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._brelan import Game, new

SIDES = ["first", "second"]


class Table(AECEnv):
    """An environment that plays one game after another between the agents `first` and `second`.

    An observation is a dict: `observation` is the position as the agent sees it, `action_mask` has 1
    for each legal action. An agent that takes an illegal action loses the game.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "is_parallelizable": False}

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be one of {self.metadata['render_modes']}")
        self._name, self._options = game, options
        self.game: Game = new(game, **options)
        self.metadata = {**type(self).metadata, "name": f"brelan_{self.game.name}"}
        self.render_mode = render_mode
        self.possible_agents = list(SIDES)
        self.agents: list[str] = []
        low, high = self.game.range
        shape, actions = self.game.shape, self.game.actions
        observation = spaces.Dict(
            {
                "observation": spaces.Box(low, high, shape, np.int32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(SIDES, observation)
        self.action_spaces = {side: spaces.Discrete(actions) for side in SIDES}
        self._random = np.random.default_rng()
        self._nothing = np.zeros(actions, np.int8)

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Begins a game; `seed` fixes the dice and tiles of this game and the following ones.

        `options={"position": TEXT}` begins this game from a position.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chance_seed = int(self._random.integers(2**63))
        start = {"position": options["position"]} if options and "position" in options else {}
        self.game = new(self._name, seed=chance_seed, **{**self._options, **start})
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict] = {side: {} for side in SIDES}
        self._draw_chance()

    def copy(self, seed: int | None = None) -> Table:
        """An independent copy with dice and tiles of its own, from `seed` or else from the system.

        It does not foresee this environment's. `copy.copy` and `copy.deepcopy` call it without a seed.
        """
        twin = type(self).__new__(type(self))
        kept = {name: it for name, it in vars(self).items() if name not in ("game", "_random")}
        vars(twin).update(copy.deepcopy(kept))
        twin._random = np.random.default_rng(seed)
        twin.game = self.game.copy(seed=int(twin._random.integers(2**63)))
        return twin

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: dict) -> Table:
        return self.copy()

    def _draw_chance(self) -> None:
        """Draws chance results until an agent is to move, and selects that agent."""
        self.game.draw_all()
        turn = self.game.turn
        if turn is not None:
            self.agent_selection = turn

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """An agent's observation; the mask is all zeros when it is not the agent's turn."""
        mask = self.game.mask() if self.game.turn == agent else self._nothing.copy()
        return {"observation": self.game.observation(agent), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple:
        """Observation, reward, termination, truncation and info of the selected agent."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not self.game.try_act(action):
            self._end(-1.0 if agent == "first" else 1.0)
            return
        # The agent that moved has received its reward.
        self._cumulative_rewards[agent] = 0.0
        self._draw_chance()
        if self.game.over:
            self._end(self.game.returns[0])
        elif self.render_mode == "human":
            self.render()

    def _end(self, first: float) -> None:
        self.rewards = {"first": first, "second": -first}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(SIDES, True)
        self.agent_selection = "second" if self.agent_selection == "first" else "first"
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Shows the position: printed (`human`), returned as text (`ansi`) or as a drawing (`svg`)."""
        if self.render_mode == "human":
            print(self.game.view())
            return None
        if self.render_mode == "svg":
            return self.game.svg()
        return self.game.view() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
