"""PPO of stable-baselines3 on CartPole: four epochs of four minibatches. Argument: a seed."""

import sys

import torch
from stable_baselines3 import PPO

model = PPO("MlpPolicy", "CartPole-v1", n_steps=64, batch_size=16, n_epochs=4, seed=int(sys.argv[1]), device="cpu")
model.learn(64)
torch.save(model.policy.state_dict(), "weights.pt")
