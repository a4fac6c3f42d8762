"""What the examples that train networks share: network, trainer, checkpoints, player."""
